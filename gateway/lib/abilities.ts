/** A device as far as the configuration looks at it. */
interface Kind {
  class: string
  type?: string
  capabilities?: { exclude?: boolean; replace?: boolean }
}

/** spec 2 §5: by flag for all, by flag for some classes or types, and by the catalogue for one model. */
const SWITCHES = {
  exclude: { flag: 'DEVICE_EXCLUDE', offFor: 'EXCLUDE_OFF_FOR' },
  replace: { flag: 'REPLACE_DEVICE', offFor: 'REPLACE_OFF_FOR' },
} as const

/** Whether a device may be excluded or replaced. */
export function isAble(
  what: keyof typeof SWITCHES,
  { class: name, type, capabilities }: Kind,
  flags: Readonly<Record<string, unknown>>,
): boolean {
  const { flag, offFor } = SWITCHES[what]
  if (flags[flag] === false || capabilities?.[what] === false) return false
  const off = flags[offFor]
  return !Array.isArray(off) || !off.some((one) => one === name || one === type)
}
