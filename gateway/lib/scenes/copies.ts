import type { CopiedValue, DeviceSetting, Rule } from '#schemas/generated/entities/rule.ts'

/** The value of another device that a setting takes over, where it does. */
export const copyIn = (setting: DeviceSetting): CopiedValue | undefined =>
  'computed' in setting && setting.computed.kind === 'copy' ? setting.computed : undefined

/** Every value that the actions of a rule take over from a device. */
export const copiedValues = ({ scenes = [] }: Pick<Rule, 'scenes'>): readonly CopiedValue[] =>
  scenes.flatMap(({ devices = [] }) =>
    devices.flatMap(({ settings }) => settings.flatMap((setting) => copyIn(setting) ?? [])),
  )

/** The setting with another value in the place of what it takes over; as it is where it takes over nothing. */
export function withCopy(setting: DeviceSetting, change: (copy: CopiedValue) => CopiedValue): DeviceSetting {
  if (!('computed' in setting) || setting.computed.kind !== 'copy') return setting
  return { ...setting, computed: change(setting.computed) }
}
