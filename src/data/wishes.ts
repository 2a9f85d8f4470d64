import { newId } from '#lib/new-id.ts'
import { RequestError } from './request-error.ts'

/** From here on the server is at fault, or what stands before it: it may have done what it was asked. */
const FAULT = 500

const mayBeDone = (error: unknown): boolean =>
  !(error instanceof RequestError) || error.status === 0 || error.status >= FAULT

/** The keys of what was asked and nothing has answered: asked again as it was, it begins once (decision 0289). */
export class Wishes {
  readonly #open = new Map<string, string>()

  async ask<A>(wish: string, send: (key: string) => Promise<A>): Promise<A> {
    const key = this.#open.get(wish) ?? newId()
    this.#open.set(wish, key)
    try {
      const answer = await send(key)
      this.#open.delete(wish)
      return answer
    } catch (error) {
      if (!mayBeDone(error)) this.#open.delete(wish)
      throw error
    }
  }
}
