import { OutgoingRefused } from "./outgoing-refused.ts";

/** An answer that fails where it is longer than so many bytes: what nobody vouches for is not read without end. */
export function withinBytes(answer: Response, most: number): Response {
  if (answer.body === null) return answer;
  let read = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      read += piece.byteLength;
      if (read > most) controller.error(new OutgoingRefused(`the answer is longer than ${most} bytes`));
      else controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
}
