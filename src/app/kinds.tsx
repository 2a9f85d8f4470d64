import { type ComponentType, lazy } from 'react'
import type { ScreenProps } from '#engine/engine.ts'
import { useEngine } from '#engine/engine.ts'
import type { CustomScreen, Screen } from '#schemas/generated/definitions/screen.ts'

type Kind = ComponentType<ScreenProps>

/** Every folder of src/engine/screens draws one kind. */
const files = import.meta.glob<{ Screen: ComponentType<never> }>('../engine/screens/*/Screen.tsx')

function Custom({ screen, params }: ScreenProps) {
  const { blocks } = useEngine()
  const Block = blocks[(screen as CustomScreen).component]
  if (!Block) throw new Error(`No component is called ${(screen as CustomScreen).component}`)
  return <Block params={params} />
}

/** Kinds whose screens show rows of calls. */
const WITH_ROWS = new Set(['list'])

async function load(
  kind: string,
  file: () => Promise<{ Screen: ComponentType<never> }>,
): Promise<{ default: Kind }> {
  const rows = WITH_ROWS.has(kind) ? import('./rows.tsx') : undefined
  const Screen = (await file()).Screen as Kind
  return { default: rows ? (await rows).withRows(Screen) : Screen }
}

const kinds = new Map<string, Kind>([['custom', Custom]])
const loads = new Map<string, () => Promise<{ default: Kind }>>()
for (const [path, file] of Object.entries(files)) {
  const kind = path.split('/').at(-2) ?? ''
  loads.set(kind, () => load(kind, file))
}

/** Brings the code of the first screen before anything is drawn, so that it needs no fallback. */
export async function preloadKind(kind: string): Promise<void> {
  const part = await loads.get(kind)?.()
  // Once a screen is drawn its component stays the same one, or the screen would begin anew.
  if (part && !kinds.has(kind)) kinds.set(kind, part.default)
}

export function kindOf(screen: Screen): Kind {
  const known = kinds.get(screen.kind)
  if (known) return known
  const fetchKind = loads.get(screen.kind)
  if (!fetchKind) throw new Error(`No part draws screens of the kind ${screen.kind}`)
  const kind = lazy(fetchKind)
  kinds.set(screen.kind, kind)
  return kind
}
