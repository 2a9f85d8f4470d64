import { asked, type CodeAction, done, failed, rowsOf, sourceOf } from '#engine/actions/code-action.ts'
import { NameDialog } from '#engine/objects/NameDialog.tsx'
import { failureWords } from '#engine/objects/refusal.ts'
import { unlessChanged } from '#engine/objects/tell.ts'
import type { ActionResult, Row } from '#engine/ports.ts'
import { text } from '#i18n/useText.ts'
import styles from './dialogs.module.css'
import { MoveDialog, type Room } from './MoveDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { SendCommandDialog } from './SendCommandDialog.tsx'

const idOf = (row: Row): string => String(row.id)

/** spec 2 §5: one device, or several by one pattern; each can be named back. */
export const renameDevices: CodeAction = (context) => {
  const rows = rowsOf(context)
  const headOf = (row: Row) => context.ports?.home.device(idOf(row))
  const rename = (row: Row, name: unknown): Promise<ActionResult> =>
    sourceOf(context).order('set_device_name', { device_id: idOf(row), name: String(name) })
  return asked(context, (close) => (
    <RenameDialog
      devices={rows.map((row) => ({ id: idOf(row), name: String(row.name) }))}
      hide={context.limit('renameSaveHide')}
      onSave={(names) =>
        context.each(
          rows.filter((row) => names.has(idOf(row))),
          {
            work: (row) => rename(row, names.get(idOf(row))),
            undo: (row) =>
              unlessChanged(
                { was: String(row.name), made: names.get(idOf(row)) ?? '', is: headOf(row)?.name },
                () => rename(row, row.name),
              ),
            about: (row) => `device ${idOf(row)} name`,
            said: (count) => text.t('handling.rename.done', { count, name: [...names.values()][0] ?? '' }),
          },
        )
      }
      onClose={close}
    />
  ))
}

/** A device is in one room: it leaves the one that it was in. */
export const moveDevices: CodeAction = (context) => {
  const rows = rowsOf(context)
  const put = (row: Row, room: Room | undefined, from: Row): Promise<ActionResult> => {
    const device_ids: [string] = [idOf(row)]
    if (room) return sourceOf(context).order('add_device_to_room', { ...room, device_ids })
    const { floorId, roomId } = from
    // It stands in no room already.
    if (typeof roomId !== 'string' || typeof floorId !== 'string') return Promise.resolve(done())
    return sourceOf(context).order('remove_device_from_room', {
      floor_id: floorId,
      room_id: roomId,
      device_ids,
    })
  }
  const roomIdOf = (row: Row): string | undefined => {
    const head = context.ports?.home.device(idOf(row))
    return head && (head.room?.id ?? '')
  }
  const roomOf = ({ floorId, roomId }: Row): Room | undefined =>
    typeof roomId === 'string' && typeof floorId === 'string'
      ? { floor_id: floorId, room_id: roomId }
      : undefined
  return new Promise((resolve) => {
    const close = context.overlay(
      <MoveDialog
        names={rows.map(({ name }) => String(name))}
        from={rows.length === 1 && rows[0] ? roomOf(rows[0]) : undefined}
        onClose={() => {
          close()
          resolve(failed('cancelled'))
        }}
        onMove={(room, name) => {
          close()
          resolve(
            context.each(rows, {
              work: (row) => put(row, room, row),
              about: (row) => `device ${idOf(row)} room`,
              undo: (row) =>
                unlessChanged(
                  { was: roomOf(row)?.room_id ?? '', made: room?.room_id ?? '', is: roomIdOf(row) },
                  () =>
                    put(row, roomOf(row), { floorId: room?.floor_id ?? null, roomId: room?.room_id ?? null }),
                ),
              said: (count) =>
                text.t(room ? 'handling.move.done' : 'handling.move.out', { count, room: name }),
            }),
          )
        }}
      />,
    )
  })
}

/** Devices of one network that obey as one: the group is a device, and leads to its own page. */
export const groupDevices: CodeAction = (context) => {
  const rows = rowsOf(context)
  const [first, ...others] = rows.map(idOf)
  if (first === undefined) return Promise.resolve(failed('cancelled'))
  return asked(context, (close) => (
    <NameDialog
      title={text.t('handling.group.title', { count: rows.length })}
      submit={text.t('handling.group.make')}
      label={text.t('handling.group.name')}
      before={
        <>
          <p className={styles.names}>{rows.map(({ name }) => String(name)).join(', ')}</p>
          <p>{text.t('handling.group.text')}</p>
        </>
      }
      refusal={(result) => text.say(`handling.group.refused.${result.code}`, failureWords(result, text))}
      onSave={async (name) => {
        const made = await sourceOf(context).order('create_group', { name, device_ids: [first, ...others] })
        if (made.ok) context.goto('device', { id: made.data.device_id })
        return made
      }}
      onClose={close}
    />
  ))
}

/** spec 2 §2: what administrators send a device as they typed it. */
export const sendCommand: CodeAction = (context) => {
  const device = String(context.bound.row?.id)
  return new Promise((resolve) => {
    const close = context.overlay(
      <SendCommandDialog
        device={device}
        onSend={(payload) => sourceOf(context).order('send_default_command', { device_id: device, payload })}
        onClose={() => {
          close()
          resolve(done())
        }}
      />,
    )
  })
}
