import type { ErrorRule, ErrorRules } from '#schemas/generated/definitions/errors.ts'

/** What a failure has come to: which rule decided, and the text that belongs to it. */
interface Verdict {
  does: ErrorRule['does']
  code: string
  /** In the language of the person: the translation of the code, else what the server said, else a general sentence. */
  text: string
}

export interface ReportEffects {
  toast(text: string): void
  dialog(text: string): void
  /** Kept for the login page, which shows its title and text (spec 1 §8: 000622). */
  loginMessage(code: string): void
  /** Unsubscribes, ends the connection, forgets the credentials. `code` names the text for the login page. */
  logout(code?: string): void
  /** The gateway is privileged: another person works on it. */
  privilege(): void
  /** Reads the session; rejects like any call. Decides whether a 403 means that it is dead (U-04). */
  readSession(): Promise<unknown>
  log(entry: { status: number; code: string; message: string }): void
  /** The translation of a key below `codes`. */
  say(key: string): string | undefined
}

interface Failure {
  status: number
  code: string
  message: string
}

const aborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Failures of HTTP carry `status` and `code`, those of the channel `code` and `message`; anything else is a fault of ours. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { status: 0, code: '', message: '' }
  const { status, code } = error as Error & { status?: unknown; code?: unknown }
  // A fault of ours: what it says is for whoever looks for it, and nobody's sentence.
  if (typeof code !== 'string') return { status: 0, code: '', message: '' }
  return { status: typeof status === 'number' ? status : 0, code, message: error.message }
}

/** The rule for a failure: its code, else the broker's words, else its status, else the rule for all others. */
function ruleFor({ status, code, message }: Failure, rules: ErrorRules): ErrorRule {
  const of = (table: Readonly<Record<string, ErrorRule>>, key: string) =>
    Object.hasOwn(table, key) ? table[key] : undefined
  return (
    of(rules.codes, code) ?? of(rules.broker, message) ?? of(rules.statuses, String(status)) ?? rules.other
  )
}

export interface Report {
  /** The one way of every failure that no action names itself. */
  report(error: unknown): Verdict
  /** For what is shown in place, e.g. a list with its own retry: only what concerns the session is carried out. */
  inPlace(error: unknown): Verdict
  /** A failure that its operation says is silent (`x-quiet`): to the log only. */
  quiet(error: unknown): void
  verdict(error: unknown): Verdict
  /** A request has started: what was said once may be said again. */
  requestStarted(): void
}

export function createReport(rulesNow: () => ErrorRules, effects: ReportEffects): Report {
  const said = new Set<string>()
  let checking = false

  function verdict(error: unknown): Verdict {
    const failure = failureOf(error)
    const rules = rulesNow()
    const rule = ruleFor(failure, rules)
    const general = effects.say(rules.other.text ?? '') ?? ''
    const own = effects.say(rule.text ?? failure.code)
    // A rule's own text comes last when it is only the general one: the server's sentence says more.
    const text =
      rule === rules.other
        ? (effects.say(failure.code) ?? (failure.message || general))
        : (own ?? (failure.message || general))
    return { does: rule.does, code: failure.code, text }
  }

  function once(text: string): void {
    if (said.has(text)) return
    said.add(text)
    effects.toast(text)
  }

  /** spec 1 §8, session check; many refusals at once ask once and sign out once (U-04). */
  async function checkSession(refused: Verdict): Promise<void> {
    try {
      await effects.readSession()
      once(refused.text)
    } catch (error) {
      const { status, code, message } = failureOf(error)
      if (status === 403 || status === 401) effects.logout()
      else if (code === 'NOT_FOUND' || message === 'NOT_FOUND') effects.logout('00003')
      else once(effects.say('00001') ?? '')
    }
  }

  const does: Record<ErrorRule['does'], (verdict: Verdict) => void> = {
    resolve: () => {},
    ignore: () => {},
    inPlace: () => {},
    toastOnce: ({ text }) => once(text),
    dialog: ({ text }) => effects.dialog(text),
    loginMessage: ({ code }) => {
      effects.loginMessage(code)
      effects.logout(code)
    },
    logout: (refused) => {
      if (checking) return
      checking = true
      void checkSession(refused).then(() => {
        checking = false
      })
    },
    privilege: () => effects.privilege(),
  }

  const log = (error: unknown): void => {
    const failure = failureOf(error)
    const isOurs = failure.status === 0 && failure.code === ''
    effects.log(
      isOurs
        ? { ...failure, message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
        : failure,
    )
  }

  function report(error: unknown): Verdict {
    const result = verdict(error)
    if (aborted(error)) return { ...result, does: 'ignore' }
    log(error)
    // A code that says by itself that the session is over needs no second question.
    if (result.does === 'logout' && rulesNow().codes[result.code]?.does === 'logout')
      effects.logout(result.code)
    else does[result.does](result)
    return result
  }

  return {
    verdict,
    report,
    inPlace(error) {
      const result = verdict(error)
      if (!aborted(error))
        (['logout', 'loginMessage', 'privilege'].includes(result.does) ? report : log)(error)
      return result
    },
    quiet: log,
    requestStarted: () => said.clear(),
  }
}
