import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** In the place of a part of a page whose code did not come; the page itself stays as it is. */
export function MissingPart({ retry }: { retry(): void }) {
  const { t } = useText()
  return (
    <div ref={(it) => it?.scrollIntoView?.({ block: 'nearest' })}>
      <Notice
        tone="warn"
        urgent
        action={
          <Button size="dense" icon="refresh" onClick={retry}>
            {t('shell.retry')}
          </Button>
        }
      >
        {t('shell.missingPart')}
      </Notice>
    </div>
  )
}
