import { modules } from '#gateway/generated/commands.ts'
import type { Command } from './command.ts'
import type { CommandContext } from './command-context.ts'
import type { CommandName } from './ports.ts'

type Every = { readonly [N in CommandName]: Command<N, CommandContext> }
type NameIn<Module> = Module extends unknown
  ? Module[keyof Module] extends { name: infer N extends CommandName }
    ? N
    : never
  : never
type Found = NameIn<(typeof modules)[number]>

/** Whatever stands in a folder of commands is one. */
const files: readonly Readonly<Record<string, Every[CommandName]>>[] = modules
const found = files.flatMap((file) => Object.values(file))

/** Every command of schemas/channel; one that no file answers does not compile. */
export const commands: Every = Object.fromEntries(found.map((command) => [command.name, command])) as Pick<
  Every,
  Found
>
