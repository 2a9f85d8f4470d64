import type { Range } from '#engine/charts/model/range.ts'
import type { Mark } from '#engine/charts/series.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { causeWords } from '#engine/objects/cause-words.ts'
import { CAUSE_ICONS, type Change, changesOf } from '#engine/objects/causes.ts'
import { usePeople } from '#engine/objects/people.ts'
import { partKey } from '#engine/property/state/address.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { readPlaced } from '#engine/property/state/words-of.ts'
import { useQuery } from '#engine/rows.ts'
import type { RawValue } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { idOf, nameOf, type Recordable } from './recordable.ts'

/** What changed the values of a chart in its days, oldest first; `value` wakes it when one is another. */
export function useMarks(
  shown: readonly Recordable[],
  range: Range,
  several: boolean,
  wake: unknown,
): readonly Mark[] {
  const { source } = usePorts()
  const widgets = useWidgets()
  const { definitions } = useEngine()
  const text = useText()
  const words = useWords()
  const readers = { text, ...usePeople() }
  const { data = [] } = useQuery({
    queryKey: rowsKey('get_property_causes', { chart: shown.map(({ address }) => idOf(address)), wake }),
    placeholderData: (before: readonly Change[][] | undefined) => before,
    queryFn: () =>
      changesOf(
        source,
        shown.map(({ address }) => address),
      ),
  })
  const scene = definitions.screen('scene')
  return shown
    .flatMap((one, place) =>
      (data[place] ?? [])
        .filter(({ cause }) => one.draw === 'step' || cause.kind !== 'device')
        .map(({ at, value, cause }): Mark => {
          const { text: said, unit } = readPlaced(
            one.placed,
            new Map([[partKey(one.placed), value as RawValue]]),
            widgets,
            words,
          )
          return {
            at,
            by: cause.kind,
            icon: CAUSE_ICONS[cause.kind],
            what: text.t('history.moved.became', {
              label: nameOf(one, words, several),
              value: unit === undefined ? said : `${said}\u00a0${unit}`,
            }),
            why: causeWords(cause, readers),
            ...(cause.rule_id !== undefined && scene && { href: hrefOf(scene, { scene_id: cause.rule_id }) }),
          }
        }),
    )
    .filter(({ at }) => at >= range.from && at < range.to)
    .toSorted((a, b) => a.at - b.at)
}
