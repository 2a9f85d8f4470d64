import { useText } from '#i18n/useText.ts'
import { program } from '#session/program.ts'
import { useSession } from '#session/session.ts'
import { signOut } from '#session/sign-out.ts'
import { Button } from '#ui/Button.tsx'
import styles from './OauthDialog.module.css'
import { useDismiss } from './use-dismiss.ts'

/**
 * spec 1 §2 rule 3: a program's request destroys the credentials of an earlier visit. A link on any page can bring such
 * a request, so the person says so first.
 */
export function Anew({ program: name }: { program: string }) {
  const { t } = useText()
  const { user } = useSession()
  const dismiss = useDismiss()
  const again = (): void => {
    program.renew()
    void signOut()
  }
  return (
    <>
      <p>{t('oauth.anew.text', { program: name, user: user?.username ?? '' })}</p>
      <div className={styles.actions}>
        <Button look="main" onClick={again}>
          {t('oauth.anew.yes')}
        </Button>
        <Button onClick={dismiss}>{t('shell.cancel')}</Button>
      </div>
    </>
  )
}
