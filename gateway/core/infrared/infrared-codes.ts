import { NONE } from '#gateway/lib/homes/infrared.ts'
import { codes as answers, CommandError } from '../errors.ts'
import type { ContentHolder } from '../history/contents.ts'
import type { ReferenceHolder } from '../history/references.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'

/** Codes of one kind of device, by key. */
type Keys = Readonly<Record<string, string>>

/** What is kept for one device: the kind of device that it plays, and codes by kind and key. */
interface Kept {
  type: number
  codes: Readonly<Record<string, Keys>>
}

export interface InfraredCode {
  device_type: number
  command: number
  code: string
}

const nothing: Kept = { type: NONE, codes: {} }
const keyOf = (device: string): string => `infrared/${device}`
/** Codes that were forgotten can be had back as long as the gateway runs. */
const asideOf = (device: string, type: number): string => `${type} ${device}`

/** The codes that the gateway keeps for devices that keep none. Written before it is true: what was acknowledged survives. */
export class InfraredCodes {
  readonly #kept = new Map<string, Kept>()
  readonly #aside = new Map<string, Keys>()
  readonly #storage: WriteBehindStore
  /** One after the other: each change begins with what the one before has left. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(storage: WriteBehindStore) {
    this.#storage = storage
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    for (const [key, value] of stored)
      if (key.startsWith('infrared/')) this.#kept.set(key.slice('infrared/'.length), value as Kept)
  }

  /** The kind of device that this one plays. */
  typeOf(device: string): number {
    return this.#of(device).type
  }

  /** The keys of that kind that have a code. */
  keysOf(device: string): number[] {
    return Object.keys(this.#keys(this.#of(device))).map(Number)
  }

  codeOf(device: string, key: number): string | undefined {
    return this.#keys(this.#of(device))[key]
  }

  all(device: string): InfraredCode[] {
    return Object.entries(this.#of(device).codes).flatMap(([type, keys]) =>
      Object.entries(keys).map(([command, code]) => ({
        device_type: Number(type),
        command: Number(command),
        code,
      })),
    )
  }

  play(device: string, type: number): Promise<void> {
    return this.#store(device, (kept) => ({ ...kept, type }))
  }

  /** Keeps a code for a key; without one the key is forgotten. */
  keep(
    device: string,
    { device_type: type, command, code }: Omit<InfraredCode, 'code'> & { code?: string },
  ): Promise<void> {
    return this.#store(device, (kept) => {
      const { [command]: _old, ...others } = kept.codes[type] ?? {}
      return withKeys(kept, type, code === undefined ? others : { ...others, [command]: code })
    })
  }

  /** Only these keys have a code: what is left out is forgotten, what was forgotten before comes back. */
  async only(device: string, wanted: readonly number[]): Promise<void> {
    let aside: Keys = {}
    let place = ''
    await this.#store(device, (kept) => {
      const known = this.#keys(kept)
      place = asideOf(device, kept.type)
      aside = { ...this.#aside.get(place), ...known }
      const next = wanted.map((key) => {
        const code = aside[key]
        if (code === undefined) throw new CommandError(answers.unknown, 'This key has not been learnt')
        return [key, code] as const
      })
      return withKeys(kept, kept.type, Object.fromEntries(next))
    })
    this.#aside.set(place, aside)
  }

  forget(device: string): void {
    for (const place of [...this.#aside.keys()])
      if (place.slice(place.indexOf(' ') + 1) === device) this.#aside.delete(place)
    if (this.#kept.delete(device)) this.#storage.later(keyOf(device), () => undefined)
  }

  /** Codes go along when another device takes the place of this one. */
  readonly references: ReferenceHolder = {
    name: 'infrared',
    count: (device) => this.all(device).length,
    move: (from, to) => {
      const [moved, before] = [this.#of(from), this.#of(to)]
      return { ...this.#swapped([from, nothing], [to, moved]), back: { moved, before } }
    },
    revert: (from, to, back) => {
      const { moved = nothing, before = nothing } = (back ?? {}) as { moved?: Kept; before?: Kept }
      return this.#swapped([from, moved], [to, before])
    },
  }

  /** Codes as a backup holds them. */
  readonly contents: ContentHolder = {
    content: () => ({
      infrared: [...this.#kept].map(([device_id, { type }]) => ({
        device_id,
        type,
        codes: this.all(device_id),
      })),
    }),
    becoming: ({ infrared }) => {
      const wanted = new Map(infrared.map(({ device_id, type, codes }) => [device_id, { type, codes }]))
      const ids = new Set([...this.#kept.keys(), ...wanted.keys()])
      return this.#swapped(
        ...[...ids].map((id): [string, Kept] => {
          const to = wanted.get(id)
          return [id, to ? to.codes.reduce(withCode, { type: to.type, codes: {} }) : nothing]
        }),
      )
    },
  }

  #swapped(...pairs: readonly (readonly [device: string, kept: Kept])[]) {
    return {
      entries: new Map(pairs.map(([device, kept]) => [keyOf(device), kept === nothing ? undefined : kept])),
      commit: () => {
        for (const [device, kept] of pairs) {
          if (kept === nothing) this.#kept.delete(device)
          else this.#kept.set(device, kept)
        }
      },
    }
  }

  #store(device: string, change: (kept: Kept) => Kept): Promise<void> {
    const written = this.#writing
      .catch(() => {})
      .then(async () => {
        const kept = change(this.#of(device))
        await this.#storage.now(new Map([[keyOf(device), kept]]))
        this.#kept.set(device, kept)
      })
    this.#writing = written
    return written
  }

  #of(device: string): Kept {
    return this.#kept.get(device) ?? nothing
  }

  #keys({ type, codes }: Kept): Keys {
    return codes[type] ?? {}
  }
}

const withCode = (kept: Kept, { device_type, command, code }: InfraredCode): Kept =>
  withKeys(kept, device_type, { ...kept.codes[device_type], [command]: code })

const withKeys = (kept: Kept, type: number, keys: Keys): Kept => ({
  ...kept,
  codes: { ...kept.codes, [type]: keys },
})
