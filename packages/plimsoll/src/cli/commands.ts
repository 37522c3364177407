// Every command but `serve`: that one starts with every client, and is read in as few files as possible.
export { approve } from "./commands/approve.ts";
export { verify } from "./commands/audit.ts";
export { call } from "./commands/call.ts";
export { chat } from "./commands/chat.ts";
export { classify } from "./commands/classify.ts";
export { connect } from "./commands/connect.ts";
export { describe } from "./commands/describe.ts";
export { evaluate } from "./commands/eval.ts";
export { find } from "./commands/find.ts";
export { importServers } from "./commands/import.ts";
export { lint } from "./commands/lint.ts";
export { list } from "./commands/list.ts";
export { refresh } from "./commands/refresh.ts";
export { replay } from "./commands/replay.ts";
export { simulate } from "./commands/simulate.ts";
export { stats } from "./commands/stats.ts";
export { stop } from "./commands/stop.ts";
export { createToken, listTokens, revokeToken } from "./commands/token.ts";
