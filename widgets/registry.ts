import { type RegisteredWidget, registryOf } from '#engine/widget.ts'

/** Every folder here is a widget; adding one needs no edit to this file. */
export const widgets = registryOf(
  Object.values(import.meta.glob<RegisteredWidget>('./*/index.ts', { eager: true, import: 'default' })),
)
