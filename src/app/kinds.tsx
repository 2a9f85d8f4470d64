import { type ComponentType, lazy } from 'react'
import type { ScreenProps } from '#engine/engine.ts'
import { useEngine } from '#engine/engine.ts'
import type { CustomScreen, Screen } from '#schemas/generated/definitions/screen.ts'

type Kind = ComponentType<ScreenProps>

/** Every folder of src/engine/screens draws one kind. */
const files = import.meta.glob<{ Screen: ComponentType<never> }>('../engine/screens/*/Screen.tsx')

function Custom({ screen, params }: ScreenProps) {
  const { blocks } = useEngine()
  const custom = screen as CustomScreen
  const Block = blocks[custom.component]
  if (!Block) throw new Error(`No component is called ${custom.component}`)
  return <Block params={params} screen={custom} />
}

/** Screens that show rows of calls. */
const hasRows = (screen: Screen): boolean =>
  screen.kind === 'list' ||
  (screen.kind === 'custom' && screen.rows === true) ||
  (screen.kind === 'sections' && screen.sections.some(({ block }) => block === 'list'))

const nameOf = (screen: Screen): string => (hasRows(screen) ? `${screen.kind} with rows` : screen.kind)

async function drawn(kind: string): Promise<Kind> {
  const file = kindFiles.get(kind)
  if (!file) throw new Error(`No part draws screens of the kind ${kind}`)
  return (await file()).Screen as Kind
}

async function load(screen: Screen): Promise<Kind> {
  const rows = hasRows(screen) ? import('./rows.tsx') : undefined
  const Screen = screen.kind === 'custom' ? Custom : await drawn(screen.kind)
  return rows ? (await rows).withRows(Screen) : Screen
}

const kindFiles = new Map(
  Object.entries(files).map(([path, file]) => [path.split('/').at(-2) ?? '', file] as const),
)
const kinds = new Map<string, Kind>([['custom', Custom]])

/** Brings the code of the first screen before anything is drawn, so that it needs no fallback. */
export async function preloadKind(screen: Screen): Promise<void> {
  const name = nameOf(screen)
  // Once a screen is drawn its component stays the same one, or the screen would begin anew.
  if (kinds.has(name)) return
  const part = await load(screen)
  if (!kinds.has(name)) kinds.set(name, part)
}

export function kindOf(screen: Screen): Kind {
  const name = nameOf(screen)
  const known = kinds.get(name)
  if (known) return known
  const kind = lazy(async () => ({ default: await load(screen) }))
  kinds.set(name, kind)
  return kind
}
