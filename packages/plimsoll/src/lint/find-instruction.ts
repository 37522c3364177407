// Each is said to a model about its work as a whole. How to use the tool itself ("You must provide a path") is not.
const INSTRUCTIONS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|my\s+)*(?:previous|prior|above|earlier|preceding|other|system)\s+(?:instructions?|prompts?|rules|messages|directions|context)\b/i,
    "it overrides other instructions",
  ],
  [
    /<\/?(?:important|system|secret|hidden|critical|admin|assistant)\s*>/i,
    "it poses as a message of the system",
  ],
  [
    /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>/i,
    "it poses as a message of the system",
  ],
  [
    /\b(?:do not|don't|never|must not|without)\s+(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|mention(?:ing)?\s+(?:this|it|that)\s+to|reveal(?:ing)?\s+(?:this|it|that)\s+to|show(?:ing)?\s+(?:this|it|that)\s+to|let(?:ting)?)\s+(?:it\s+to\s+)?the\s+user\b/i,
    "it keeps something from the user",
  ],
  [
    /\b(?:always|must|should|first)\b[^.\n]{0,40}\b(?:call|use|run|invoke|execute)\w*\b[^.\n]{0,40}\b(?:before|prior to)\s+(?:\w+\s+){0,2}?(?:any|every|each|all)\s+(?:of\s+the\s+)?(?:other|others|another)\b/i,
    "it puts itself before every other tool",
  ],
  [
    /\balways\s+(?:call|use|run|invoke)\s+this\s+(?:tool|function)?\s*first\b(?!\s+(?:when|if|whenever)\b)/i,
    "it puts itself before every other tool",
  ],
  [
    /\b(?:do not|don't|never)\s+(?:use|call|invoke)\s+any\s+other\s+tools?\b|\binstead of (?:any|all) other tools?\b/i,
    "it speaks against other tools",
  ],
  [
    /\b(?:read|open|cat|include|send|pass|upload|attach|copy)\b[^.\n]{0,80}(?:~\/\.(?:ssh|aws|gnupg|cursor|config)|\bid_rsa\b|\/etc\/(?:passwd|shadow)\b|\.cursor\/mcp\.json)/i,
    "it asks for private files",
  ],
  [
    /\b(?:your|the)\s+(?:system\s+prompt|hidden instructions)\b[^.\n]{0,30}\b(?:reveal|include|pass|send|print|repeat)|\b(?:reveal|include|pass|send|print|repeat)\w*\b[^.\n]{0,30}\b(?:your|the)\s+system\s+prompt\b/i,
    "it asks for the system prompt",
  ],
  [
    /\b(?:these|this|the following)\s+(?:instructions?|rules?|tools?)\s+(?:override|supersede|take\s+precedence\s+over|takes\s+precedence\s+over)/i,
    "it overrides other instructions",
  ],
  [
    /\byour\s+(?:real|true|new|actual|only)\s+(?:task|goal|purpose|instructions?|role)\s+(?:is|are)\b/i,
    "it gives the model another task",
  ],
  [/\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?|the|bound|in)\b/i, "it gives the model another role"],
];

/** What a text says to a model beyond the use of a tool; nothing, where it says nothing of the kind. Continues "In …, ". */
export function findInstruction(text: string): string | undefined {
  for (const [pattern, what] of INSTRUCTIONS) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return `${what}: ${JSON.stringify(found.replace(/\s+/g, " ").slice(0, 100))}`;
  }
  return undefined;
}
