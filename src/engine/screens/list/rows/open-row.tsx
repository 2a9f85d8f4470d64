import type { ReactNode } from 'react'
import { bindAll } from '#lib/bindings.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { ActionRunner } from '../../../actions/use-actions.tsx'
import { useEngine } from '../../../engine.ts'
import { hrefOf } from '../../../href.ts'
import type { Row } from '../../../ports.ts'
import styles from '../list.module.css'

interface Props {
  name: string
  action: Action
  row: Row
  runner: ActionRunner
  children: ReactNode
}

/** What opens a row: a link where it leads to a screen, else a button. Its target is the whole row, by style. */
export function OpenRow({ name, action, row, runner, children }: Props) {
  const { definitions, situation } = useEngine()
  if (!('goto' in action))
    return (
      <button
        type="button"
        className={styles.open}
        data-open
        onClick={() => void runner.run(name, action, { row })}
      >
        {children}
      </button>
    )
  const screen = definitions.screen(action.goto)
  if (!screen) return children
  const params = bindAll(action.params, { row, session: situation.session, gateway: situation.gateway })
  return (
    <a className={styles.open} data-open href={hrefOf(screen, params)}>
      {children}
    </a>
  )
}
