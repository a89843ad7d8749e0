/** The institution that trades on the house's own account, in the client pool like any other (0005_directory.sql). */
export const house = '00000000-0000-7000-8000-000000000001'
