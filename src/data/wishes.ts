import { newId } from '#lib/new-id.ts'
import { RequestError } from './request-error.ts'

/** From here on the server is at fault, or what stands before it: it may have done what it was asked. */
const FAULT = 500

const mayBeDone = (error: unknown): boolean =>
  !(error instanceof RequestError) || error.status === 0 || error.status >= FAULT

interface Open {
  key: string
  forgetting?: ReturnType<typeof setTimeout>
}

/**
 * The keys of what was asked and nothing has answered: asked again as it was, it begins once (decision 0289). After a
 * while it is forgotten: whoever asks for the same on another day wants it once more (decision 0297).
 */
export class Wishes {
  readonly #open = new Map<string, Open>()
  readonly #kept: number

  constructor(kept: number) {
    this.#kept = kept
  }

  async ask<A>(wish: string, send: (key: string) => Promise<A>): Promise<A> {
    const open = this.#open.get(wish) ?? { key: newId() }
    clearTimeout(open.forgetting)
    this.#open.set(wish, open)
    const forget = (): void => void this.#open.delete(wish)
    try {
      const answer = await send(open.key)
      forget()
      return answer
    } catch (error) {
      if (mayBeDone(error)) open.forgetting = setTimeout(forget, this.#kept)
      else forget()
      throw error
    }
  }
}
