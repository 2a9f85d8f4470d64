import { isServerSilent } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { signOut } from '#session/sign-out.ts'
import { Button } from '#ui/Button.tsx'
import { Mark } from '#ui/marks/Mark.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import styles from '../shell/Shell.module.css'
import { PageSkeleton } from './PageSkeleton.tsx'

/** The frame while settings, user and gateways are on their way, or when they did not come, and why. */
export function Start({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { t } = useText()
  return (
    <div className={styles.shell}>
      <div className={styles.menu}>
        <div className={styles.mark}>
          <Mark name={t('shell.product')} />
        </div>
      </div>
      <div className={styles.head} />
      <main className={styles.main}>
        {failure ? (
          <ErrorState
            whole
            title={t('shell.start.failed')}
            onRetry={onRetry}
            otherwise={
              <Button look="quiet" onClick={() => void signOut()}>
                {t('shell.account.signOut')}
              </Button>
            }
          >
            <p>{t(isServerSilent(failure) ? 'shell.start.text' : 'engine.failure.text')}</p>
          </ErrorState>
        ) : (
          <PageSkeleton />
        )}
      </main>
    </div>
  )
}
