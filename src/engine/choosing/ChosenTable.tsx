import { useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { Pager } from '#engine/Pager.tsx'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Lamp } from '#ui/Tag.tsx'
import styles from './choosing.module.css'
import type { Choosing } from './use-chosen.ts'

/** Every gateway that was found, to leave single ones out. */
export function ChosenTable({ choosing: { found, left, turn } }: { choosing: Choosing }) {
  const { t } = useText()
  const size = numberLimit(useEngine().definitions, 'bulkChosenPageSize')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(1)
  if (found.length === 0) return null
  const page = Math.min(at, Math.ceil(found.length / size))
  return (
    <div className={styles.chosen}>
      <Button
        size="dense"
        look="quiet"
        icon={open ? 'chevron-up' : 'chevron-down'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('choosing.showGateways')}
      </Button>
      {open && (
        <>
          <table>
            <thead>
              <tr>
                <td />
                <th scope="col">{t('choosing.columns.gateway')}</th>
                <th scope="col">{t('choosing.centre')}</th>
                <th scope="col">{t('choosing.columns.version')}</th>
              </tr>
            </thead>
            <tbody>
              {found.slice((page - 1) * size, page * size).map((one) => (
                <tr key={one.serialNumber}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={one.name}
                      checked={!left.has(one.serialNumber)}
                      onChange={() => turn(one.serialNumber)}
                    />
                  </td>
                  <th scope="row">
                    <Lamp tone={one.connectionStatus === 'online' ? 'ok' : 'off'}>{one.name}</Lamp>
                    <code>{one.serialNumber}</code>
                  </th>
                  <td>{one.jioCenter?.jcName ?? '–'}</td>
                  <td>{one.currentFWVersion ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager {...{ page, size }} total={found.length} onPage={setAt} className={styles.pager} />
        </>
      )}
    </div>
  )
}
