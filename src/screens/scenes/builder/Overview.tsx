import { useText } from '#i18n/useText.ts'
import { Card } from '#ui/Card.tsx'
import { Preview } from './Preview.tsx'

/** Beside the thread while nothing is filled in: the scene as one would tell it. */
export function Overview() {
  const { t } = useText()
  return (
    <Card title={t('builder.preview.title')}>
      <Preview />
    </Card>
  )
}
