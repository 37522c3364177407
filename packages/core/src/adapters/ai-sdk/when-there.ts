import { isRecord } from "../../internal/is-record.ts";

/** Reads a value once it is there: at once, where nothing has to be waited for. */
export function whenThere<Value, Read>(
  value: Value | PromiseLike<Value>,
  read: (value: Value) => Read,
): Read | Promise<Read> {
  return isLater(value) ? Promise.resolve(value).then(read) : read(value);
}

function isLater<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return isRecord(value) && "then" in value;
}
