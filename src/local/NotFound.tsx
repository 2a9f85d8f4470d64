import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { go } from './address.ts'
import { routeOf } from './definitions.ts'

export function NotFound() {
  const { t } = useText()
  return (
    <>
      <PageHeader title={t('local.setup.notFound.title')} context={t('local.setup.notFound.text')} />
      <Button look="main" onClick={() => go(routeOf('gateway-info'))}>
        {t('local.setup.notFound.home')}
      </Button>
    </>
  )
}
