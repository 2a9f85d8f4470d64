/** What a change of a floor is about, for its way back (`ToastMessage`). */
export const ofFloor = (id: string): string => `floor ${id}`

/** What a change of a room is about: whoever removes its floor takes it along. */
export const ofRoom = ({ floor_id, room_id }: { floor_id: string; room_id: string }): string =>
  `${ofFloor(floor_id)} room ${room_id}`

/** What a change of the devices' room is about; a room that is removed takes the way back with it. */
export const ofDevices = (ids: readonly string[], at?: Parameters<typeof ofRoom>[0]): readonly string[] =>
  ids.flatMap((id) => [`device ${id} room`, ...(at ? [`${ofRoom(at)} device ${id}`] : [])])
