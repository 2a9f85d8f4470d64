import { randomBytes, randomInt } from 'node:crypto'
import hardware from '#catalogue/hardware.json' with { type: 'json' }
import { Refusal } from '#server/lib/refusal.ts'
import { ConflictError } from '#server/store/errors.ts'
import type { SerialNumber } from '#server/store/gateways/handed-out-numbers.ts'
import type { LifeParts } from './parts.ts'

/** The model that virtual gateways are made as (spec 1 §9). */
const PREFIX = 'VOC2'

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => randomInt(16).toString(16).toUpperCase()).join('')

/** A new serial number in the form of those on real gateways, and a secure id that nobody guesses. */
const newNumber = (): SerialNumber => ({
  serialNumber: `${PREFIX}-${hex(4)}-${hex(4)}`,
  secureId: randomBytes(10).toString('hex').toUpperCase(),
})

export const hardwareModels = hardware.models

/** spec 3 §4: a model takes the place of its own, or of one in the same family. */
export const familyOf = (model: string): readonly string[] =>
  hardware.families.find((family) => family.includes(model)) ?? [model]

/** Numbers for virtual gateways: handed out, and then again until they are used. */
export class Numbers {
  readonly #parts: Pick<LifeParts, 'store' | 'clock' | 'settings'>

  constructor(parts: Pick<LifeParts, 'store' | 'clock' | 'settings'>) {
    this.#parts = parts
  }

  assertOn(): void {
    if (this.#parts.settings.flags.VIRTUAL_GTW !== true)
      throw new Refusal('forbidden', [{ errorCode: 'VIRTUALGV_CREATION_SETTINGS' }])
  }

  async of(userId: string): Promise<SerialNumber> {
    this.assertOn()
    const { store, clock } = this.#parts
    for (;;) {
      const known = await store.serialNumbers.of(userId)
      if (known && !(await store.gateways.find(known.serialNumber))) return known
      if (known) await store.serialNumbers.take(userId)
      try {
        await store.serialNumbers.handOut(userId, newNumber(), clock.now())
      } catch (error) {
        // Asked twice at once, or the number is taken: look again.
        if (!(error instanceof ConflictError)) throw error
      }
    }
  }
}
