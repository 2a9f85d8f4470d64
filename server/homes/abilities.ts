import { codes, type Refusal } from '#gateway/core/errors.ts'
import { type Ability, abilityFor, isAble, refusedAbility } from '#gateway/lib/gateways/abilities.ts'
import type { Request } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'

/** Whether a device may be excluded or replaced here. */
export type May = (what: Ability, device: Pick<Device, 'class'>) => boolean

/** spec 2 §5: by the flags of this deployment, and by the catalogue. */
export const mayBy =
  (catalogue: Pick<Catalogue, 'model'>, flags: Readonly<Record<string, unknown>>): May =>
  (what, { class: name }) =>
    isAble(what, { class: name, ...catalogue.model(name) }, flags)

/**
 * Gateways of their own know nothing of the configuration: what it forbids does not reach them. A device that nobody
 * knows is theirs to refuse.
 */
export function refusedByAbility(
  may: May,
  devices: readonly Device[],
  { command, params }: Pick<Request, 'command' | 'params'>,
): Refusal | undefined {
  const what = abilityFor(command)
  const id = typeof params === 'object' && 'device_id' in params ? params.device_id : undefined
  const device = what && devices.find((one) => one.id === id)
  if (!what || !device || may(what, device)) return undefined
  return { code: codes.readOnly, message: refusedAbility(what) }
}
