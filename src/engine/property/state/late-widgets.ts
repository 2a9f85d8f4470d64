import type { EnginePorts } from '../../ports.ts'
import type { WidgetRegistry } from '../../widget.ts'

/** For whoever may have to put a property into words, but not at once. */
export const lateWidgets = async (ports: Pick<EnginePorts, 'widgets'>): Promise<WidgetRegistry> =>
  ports.widgets ?? (await import('#widgets/registry.ts')).widgets
