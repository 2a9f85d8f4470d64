import { useEffect, useSyncExternalStore } from 'react'
import { partOf } from '#lib/part.ts'
import { usePorts } from '../../engine.ts'
import type { EnginePorts } from '../../ports.ts'
import type { WidgetRegistry } from '../../widget.ts'

const registry = partOf<WidgetRegistry>(async () => (await import('#widgets/registry.ts')).widgets)

/** For whoever may have to put a property into words, but not at once. */
export async function lateWidgets(ports: Pick<EnginePorts, 'widgets'>): Promise<WidgetRegistry> {
  if (ports.widgets) return ports.widgets
  await registry.load()
  return registry.current() ?? new Map()
}

/** For whoever has other words until they have come; undefined till then, and where they do not come. */
export function useLateWidgets(): WidgetRegistry | undefined {
  const { widgets } = usePorts()
  const come = useSyncExternalStore(registry.subscribe, registry.current)
  const own = widgets ?? come
  useEffect(() => {
    if (!own) registry.load().catch(() => {})
  }, [own])
  return own
}
