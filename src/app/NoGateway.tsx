import { useText } from '#i18n/useText.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/states.tsx'

/** An account without a gateway: nothing can be shown or done yet. */
export function NoGateway() {
  const { t } = useText()
  return (
    <>
      <PageHeader title={t('shell.gateway.none')} />
      <EmptyState icon="gateway" title={t('shell.gateway.emptyTitle')}>
        <p>{t('shell.gateway.emptyText')}</p>
      </EmptyState>
    </>
  )
}
