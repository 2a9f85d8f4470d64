import { usePorts } from '#engine/engine.ts'
import { partsOf } from '#engine/property/state/address.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { labelOf, phrase, readPart } from '#engine/property/state/words-of.ts'
import type { RawValue } from '#engine/widget.ts'
import type { SettingsContent } from '#gateway/lib/backups/content.ts'
import { useWords } from '#i18n/useWords.ts'
import type { PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { DifferenceTable, type Heads, type Row } from './DifferenceTable.tsx'

/** What a device is set to, in the words of its page. */
export default function SettingsDifference({
  item: { id, present, kept },
  heads,
  layout,
}: {
  item: PlanItem
  heads: Heads | undefined
  layout: DeviceLayout | undefined
}) {
  const { home } = usePorts()
  const widgets = useWidgets()
  const words = useWords()
  const placed = (layout ?? home.device(id)?.layout)?.sections.configuration ?? []
  const [now, then] = [valuesIn(present), valuesIn(kept)]
  const rows = placed.flatMap((one) =>
    partsOf(one).flatMap((part): Row[] => {
      const key = keyOf(part.service, part.property)
      const [is, was] = [now.get(key), then.get(key)]
      if (is === undefined || was === undefined || JSON.stringify(is) === JSON.stringify(was)) return []
      const said = (raw: RawValue): string => phrase(readPart(part, one, raw, widgets, words))
      return [{ name: labelOf({ ...one, ...part }, words), is: said(is), was: said(was) }]
    }),
  )
  return <DifferenceTable rows={rows} heads={heads} />
}

const keyOf = (service: string, property: string): string => `${service}/${property}`

const valuesIn = (thing: object | undefined): ReadonlyMap<string, RawValue> =>
  new Map(
    ((thing as Partial<SettingsContent> | undefined)?.values ?? []).map(
      ({ service_name, property_name, value }) => [keyOf(service_name, property_name), value as RawValue],
    ),
  )
