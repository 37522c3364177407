/** An answer that is followed to its end. */
export interface FollowedResponse {
  readonly response: Response;
  /** Ends its body, if it has not ended. */
  cut(): void;
}

/**
 * Follows an answer: whoever asks hears once when its body has been read to its end, or is given up. An answer that is
 * not a stream has been made when it is here.
 */
export function untilEnded(response: Response, ended: () => void): FollowedResponse {
  const { body, status, headers } = response;
  if (body === null || !(headers.get("content-type") ?? "").startsWith("text/event-stream")) {
    ended();
    return { response, cut: () => {} };
  }
  const reader = body.getReader();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    ended();
  };
  const cutting = new AbortController();
  const isCut = new Promise<{ readonly done: true }>((resolve) => {
    cutting.signal.addEventListener("abort", () => resolve({ done: true }), { once: true });
  });
  const followed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const read = await Promise.race([reader.read(), isCut]);
          if (!read.done) return controller.enqueue(read.value);
          end();
          controller.close();
        } catch (error) {
          end();
          throw error;
        }
      },
      cancel(reason) {
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return {
    response: new Response(followed, { status, headers }),
    cut() {
      cutting.abort();
      end();
      void reader.cancel().catch(() => undefined);
    },
  };
}
