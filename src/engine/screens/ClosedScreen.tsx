import { useText } from '#i18n/useText.ts'
import { EmptyState } from '#ui/page/states.tsx'

/** What only others may do: said in the place of the page, whichever way led here. */
export function ClosedScreen({ id }: { id: string }) {
  const { t, say } = useText()
  return (
    <EmptyState whole icon="lock" tone="plain" title={say(`screens.${id}.title`) || t('engine.forbidden')}>
      {t('engine.forbidden')}
    </EmptyState>
  )
}
