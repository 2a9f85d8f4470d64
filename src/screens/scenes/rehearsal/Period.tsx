import { useText } from '#i18n/useText.ts'
import { Segments } from '#ui/menu/Segments.tsx'

interface Props {
  /** 0: one run, now. */
  days: number
  choices: readonly number[]
  onChange(days: number): void
}

/** How far back a rehearsal looks, if at all. It comes when one is begun: the page of a scene is 7 kB smaller without it. */
export default function Period({ days, choices, onChange }: Props) {
  const { t } = useText()
  return (
    <Segments
      label={t('rehearsal.period')}
      value={String(days)}
      segments={choices.map((count) => ({
        id: String(count),
        label: count === 0 ? t('rehearsal.once.segment') : t('rehearsal.days', { count }),
      }))}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
