import type { HomePlace } from '#schemas/generated/entities/home-place.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'

const KEY = 'place'

/** Where the home is, as somebody has said or the server knew; scenes by the sun go by it. */
export class HomeWhereabouts {
  readonly #storage: Pick<WriteBehindStore, 'now'>
  #place: HomePlace | undefined

  constructor(storage: Pick<WriteBehindStore, 'now'>) {
    this.#storage = storage
  }

  /** `given`: for a home that has none stored. */
  open(stored: ReadonlyMap<string, unknown>, given: HomePlace | undefined): void {
    this.#place = (stored.get(KEY) as HomePlace | undefined) ?? given
  }

  get place(): HomePlace | undefined {
    return this.#place
  }

  async set(place: HomePlace): Promise<void> {
    await this.#storage.now(new Map([[KEY, place]]))
    this.#place = place
  }
}
