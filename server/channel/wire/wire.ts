/** What carries a client's bytes: a websocket, a TCP socket, or a test. */
export interface Wire {
  send(bytes: Buffer): void
  /** Bytes taken by `send` that the other side has not yet. */
  waiting(): number
  /** Stops and resumes reading; what is unread stays with the sender. */
  pause(): void
  resume(): void
  /** Ends after what was sent has left. */
  end(): void
  /** Ends at once. */
  kill(): void
}
