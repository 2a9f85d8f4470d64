/**
 * What many ask for at once is worked out for all of them together: whoever asks while it is being worked out waits for
 * the next time, which begins after he has asked and so knows what he has written.
 */
export function onceMore<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = (): Promise<T> => {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return begin()
    next ??= running
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }
}
