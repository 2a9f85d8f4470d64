import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { iconFor } from '../../shared/icons.ts'
import { paramOf } from '../../shared/params.ts'
import { type PropertySpec, specOf } from '../../shared/property-spec.ts'
import { UNKNOWN } from '../../shared/read.ts'
import { capital, optionOf, wordOf } from '../../shared/words.ts'

export const kind = 'commandButton'

export type Command = string | number | boolean

export interface Options extends PropertySpec {
  commands: readonly { value: Command; label?: string; icon?: string }[]
  /** Pressed twice, because it cannot be taken back. */
  confirm: boolean
}

/** Which of its commands was meant; undefined where it is none of them. */
export type Shown = Command | undefined

function commandsOf({ kind: of, options, on = true, off }: Value): Options['commands'] {
  if (options && options.length > 0) return options
  if (of !== 'bool') return [{ value: true }]
  // A second side is a command of its own only where the description names it.
  return off === undefined ? [{ value: on }] : [{ value: on }, { value: off }]
}

export const options = (value: Value, placed: Placed): Options => ({
  ...specOf(placed),
  value,
  commands: commandsOf(value),
  confirm: paramOf(placed, 'confirm') === true,
})

export const decode = (raw: RawValue | undefined, { commands }: Options): Shown =>
  optionOf(commands, raw)?.value

/** One of the commands and nothing else. */
export const encode = (value: Shown, { commands }: Options): RawValue =>
  (commands.find((one) => one.value === value) ?? commands[0])?.value ?? true

/** What stands on the button; a single one says what the property is called unless there is a word for it. */
export function wordOfCommand(
  { value, label }: Options['commands'][number],
  spec: Options,
  name: string,
  words: Words,
): string {
  const generic = typeof value !== 'string' || /^(on|true|1)$/i.test(value)
  return spec.commands.length === 1 && generic ? name : capital(wordOf(spec, value, words, label))
}

export const iconOf = (command: Options['commands'][number], spec: Options): string =>
  command.icon ?? iconFor(spec, undefined)

/** Nothing is reported of what can only be ordered. */
export const read = (_value: Shown, spec: Options): Reading => ({
  text: UNKNOWN,
  icon: iconFor(spec, undefined),
})
