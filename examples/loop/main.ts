import { createRuntime, defineTool, type Message } from "@plimsoll/core";
import { z } from "zod";
import { askModel } from "./scripted-model.ts";
import { hundredsMore, tracker } from "./workplace.ts";

const createIssue = defineTool({
  name: "create_issue",
  description: "Open an issue in a repository",
  input: z.object({ repo: z.string(), title: z.string(), body: z.string().optional() }),
  domain: "planning",
  risk: "write",
  run: async ({ repo, title, body }, { signal }) => tracker.open(repo, title, body, signal),
});

const runtime = createRuntime({
  tools: [createIssue, ...hundredsMore],
  pins: ["read", "edit", "bash"],
});

const history: Message[] = [{ role: "user", text: "File a bug about the login page" }];
for (;;) {
  const step = runtime.step({ history, model: "claude-haiku-4-5" });
  const reply = await askModel(step.tools, step.prompt, step.messages); // your own call
  history.push(...(await step.accept(reply))); // the record, the reply, the results, the reminders
  if (reply.calls.length === 0) break;
}
