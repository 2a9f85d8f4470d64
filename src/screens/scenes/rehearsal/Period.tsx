import { useText } from '#i18n/useText.ts'
import { Segments } from '#ui/menu/Segments.tsx'

interface Props {
  days: number
  choices: readonly number[]
  onChange(days: number): void
}

/** How far back a rehearsal looks. It comes when one is begun: the page of a scene is 7 kB smaller without it. */
export default function Period({ days, choices, onChange }: Props) {
  const { t } = useText()
  return (
    <Segments
      label={t('scenes.rehearsal.period')}
      value={String(days)}
      segments={choices.map((count) => ({
        id: String(count),
        label: t('scenes.rehearsal.days', { count }),
      }))}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
