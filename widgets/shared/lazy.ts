import { type AnyWidget, defineLazy, type LazyWidget } from '#engine/widget.ts'
import { loadAreas } from '#i18n/i18n.ts'
import type { Area } from '#i18n/keys.ts'

/** A widget that comes with its words when the first of it is drawn. */
export const lazyWidget = (
  head: Pick<LazyWidget, 'kind' | 'places' | 'panel' | 'guarded'>,
  fetchWidget: () => Promise<{ default: AnyWidget }>,
  areas: readonly Area[] = ['panels'],
): LazyWidget =>
  defineLazy(head, async () => {
    const [widget] = await Promise.all([fetchWidget(), loadAreas(areas)])
    return widget
  })
