import { definitions } from '#data/door-catalogue.ts'
import { type Engine, EngineContext } from '#engine/engine.ts'
import { Screen } from '#engine/screens/form/Screen.tsx'
import { useText } from '#i18n/useText.ts'
import type { Screen as AnyScreen, FormScreen } from '#schemas/generated/definitions/screen.ts'
import * as account from '#screens/account/actions.ts'
import { useSession } from '#session/session.ts'
import { ToastRegion } from '#ui/ToastRegion.tsx'
import { msLimit, versionLimit } from '../definitions.ts'
import { farewellOf } from '../session-words.ts'
import { situationOf } from '../situation.ts'
import { titleOf } from '../title.ts'
import { Gatehouse } from './Gatehouse.tsx'
import { LanguageLinks } from './LanguageLinks.tsx'
import styles from './PublicApp.module.css'

const blocks = { gatehouse: Gatehouse }

/** What is open before sign-in: forms, without router, row cache or channel. */
export function PublicApp({
  screen,
  params,
}: {
  screen: AnyScreen
  params: Readonly<Record<string, string>>
}) {
  const state = useSession()
  const text = useText()
  const engine: Engine = {
    definitions,
    actions: account,
    blocks,
    situation: situationOf(state, versionLimit),
    notice: farewellOf(state.farewell, text),
  }
  return (
    <EngineContext value={engine}>
      <title>{titleOf(screen.id, state, text)}</title>
      <main className={styles.gate}>
        <Screen screen={screen as FormScreen} params={params} />
        <LanguageLinks />
      </main>
      <ToastRegion hide={msLimit('toastDelay')} undo={msLimit('undoDelay')} />
    </EngineContext>
  )
}
