import { widgets } from '#widgets/registry.ts'
import { usePorts } from '../../engine.ts'
import type { WidgetRegistry } from '../../widget.ts'

/** By property type. With this file come all widgets: only what draws properties, or puts them into words, imports it. */
export const useWidgets = (): WidgetRegistry => usePorts().widgets ?? widgets
