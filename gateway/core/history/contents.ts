import { isSameHome } from '#gateway/lib/backups/content.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { CommandError, codes } from '../errors.ts'
import type { Move } from './move.ts'
import type { ObjectHistory } from './object-history.ts'

/** Whoever keeps what people set up registers here and nowhere else: it goes into backups, and comes back out of them. */
export interface ContentHolder {
  /** Its part of what a backup holds. */
  content(): Partial<HomeContent>
  /** What it takes for the home to be as `content` says. Throws what is wrong with it. */
  becoming(content: HomeContent): Move
}

const NOTHING: HomeContent = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }

/** The home as people have set it up: read as a whole, and set up anew as a whole. */
export class HomeContents {
  readonly #history: Pick<ObjectHistory, 'inTurn' | 'store'>
  readonly #holders: readonly ContentHolder[]

  constructor(history: Pick<ObjectHistory, 'inTurn' | 'store'>, holders: readonly ContentHolder[]) {
    this.#history = history
    this.#holders = holders
  }

  content(): HomeContent {
    return Object.assign({ ...NOTHING }, ...this.#holders.map((holder) => holder.content())) as HomeContent
  }

  /** All of it or nothing, with a version of each thing that becomes another; again it changes nothing more. */
  become(content: HomeContent, base: HomeContent, userId: string | undefined): Promise<void> {
    return this.#history.inTurn(async () => {
      const present = this.content()
      if (isSameHome(present, content)) return
      if (!isSameHome(present, base)) throw new CommandError(codes.conflict, 'changed_meanwhile')
      const moves = this.#holders.map((holder) => holder.becoming(content))
      await this.#history.store(moves, { userId, as: 'restored' })
    })
  }
}
