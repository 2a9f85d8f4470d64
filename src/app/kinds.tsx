import type { ComponentType } from 'react'
import type { ScreenProps } from '#engine/engine.ts'
import { useEngine } from '#engine/engine.ts'
import { inTime, PART_MS } from '#lib/in-time.ts'
import type { CustomScreen, Screen } from '#schemas/generated/definitions/screen.ts'
import { lazy } from '#ui/parts/lazy.ts'

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

async function drawn(kind: string): Promise<Kind> {
  const file = kindFiles.get(kind)
  if (!file) throw new Error(`No part draws screens of the kind ${kind}`)
  return (await file()).Screen as Kind
}

const kindFiles = new Map(
  Object.entries(files).map(([path, file]) => [path.split('/').at(-2) ?? '', file] as const),
)
const kinds = new Map<string, Kind>([['custom', Custom]])

/** Brings the code of the first screen before anything is drawn, so that it needs no fallback. */
export async function preloadKind(screen: Screen): Promise<void> {
  const name = screen.kind
  // Once a screen is drawn its component stays the same one, or the screen would begin anew.
  if (kinds.has(name)) return
  const part = await inTime(drawn(name), PART_MS)
  if (!kinds.has(name)) kinds.set(name, part)
}

export function kindOf(screen: Screen): Kind {
  const name = screen.kind
  const known = kinds.get(name)
  if (known) return known
  const kind = lazy(async () => ({ default: await drawn(name) }))
  kinds.set(name, kind)
  return kind
}
