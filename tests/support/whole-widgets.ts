import { type AnyWidget, isLazy, type RegisteredWidget } from '#engine/widget.ts'
import { widgets as registered } from '#widgets/registry.ts'

async function whole(widget: RegisteredWidget): Promise<AnyWidget> {
  if (!isLazy(widget)) return widget
  await widget.load()
  const come = widget.current()
  if (!come) throw new Error(`${widget.kind} has not come`)
  return come
}

/** Every widget with its code, for tests that look into them. */
export const widgets: ReadonlyMap<string, AnyWidget> = new Map(
  await Promise.all([...registered].map(async ([kind, widget]) => [kind, await whole(widget)] as const)),
)
