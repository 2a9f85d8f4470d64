/** A device as far as the configuration looks at it. */
interface Kind {
  class: string
  type?: string
  capabilities?: { exclude?: boolean; replace?: boolean }
}

/** What the configuration can take from a device. */
export type Ability = keyof typeof SWITCHES

/** spec 2 §5: by flag for all, by flag for some classes or types, and by the catalogue for one model. */
const SWITCHES = {
  exclude: { flag: 'DEVICE_EXCLUDE', offFor: 'EXCLUDE_OFF_FOR' },
  replace: { flag: 'REPLACE_DEVICE', offFor: 'REPLACE_OFF_FOR' },
} as const

/** Whether a device may be excluded or replaced. */
export function isAble(
  what: Ability,
  { class: name, type, capabilities }: Kind,
  flags: Readonly<Record<string, unknown>>,
): boolean {
  const { flag, offFor } = SWITCHES[what]
  if (flags[flag] === false || capabilities?.[what] === false) return false
  const off = flags[offFor]
  return !Array.isArray(off) || !off.some((one) => one === name || one === type)
}

/** What a command of the channel does to the device that it names. */
const DOES: Readonly<Record<string, Ability>> = {
  open_exclusion: 'exclude',
  remove_failed_node: 'exclude',
  force_remove_node: 'exclude',
  delete_device: 'exclude',
  replace_device: 'replace',
  plan_replacement: 'replace',
  apply_replacement: 'replace',
}

export const abilityFor = (command: string): Ability | undefined =>
  Object.hasOwn(DOES, command) ? DOES[command] : undefined

/** Why it is refused where the configuration does not allow it. */
export const refusedAbility = (what: Ability): string =>
  `Devices of this kind cannot be ${what === 'exclude' ? 'excluded' : 'replaced'}`
