import { useText } from '#i18n/useText.ts'
import { buttonLook } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState } from '#ui/page/states.tsx'

export function NotFound() {
  const { t } = useText()
  return (
    <>
      <title>{`${t('shell.notFound.title')} · ${t('shell.product')}`}</title>
      <PageHeader title={t('shell.notFound.title')} />
      <EmptyState
        icon="search"
        title={t('shell.notFound.lead')}
        action={
          <a href="/" {...buttonLook({ look: 'main' })}>
            {t('shell.notFound.home')}
          </a>
        }
      >
        <p>{t('shell.notFound.text')}</p>
      </EmptyState>
    </>
  )
}
