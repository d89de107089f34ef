/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A script array, included once for each by generated code (header-free). Parameters, undefined again at the end:
 *
 *   STP_MAP		name: functions are NAME_get ..., the map itself is `static struct stp_map NAME_map`
 *   STP_MAP_KEYS	number of keys, 1 to 9
 *   STP_MAP_KEY0 ...	key types: STP_LONG or STP_STRING (tokens 1 and 2)
 *   STP_MAP_VALUE	value type: STP_LONG or STP_STRING
 *   STP_MAP_STRING	bytes of a string key or value (MAXSTRINGLEN)
 *
 * KEYS below stands for one parameter for each key: stp_s64 or const char *.
 *   stp_s64 NAME_get(KEYS)			value, 0 when absent    (long values)
 *   const char *NAME_get(KEYS)			value, "" when absent; valid while the lock is held (string values)
 *   int NAME_set(c, at, KEYS, v)		0, or -1 after stp_error(c, at, "Array overflow, check ...")
 *   int NAME_add(c, at, &result, KEYS, n)	adds n to a long value, creating it; result is the new value
 *   int NAME_in(KEYS)				1 when present
 *   void NAME_del(KEYS)			silent when absent
 *   void NAME_clear()				delete array
 *   struct stp_node *NAME_first()		insertion order; NULL at the end
 *   struct stp_node *NAME_next(node)		the node may not have been deleted in between
 *   stp_s64 / const char *NAME_keyN(node), NAME_value(node)
 *   void NAME_sort(column, descending)		reorders the insertion list: column 0 = value, N = key N; stable
 * The caller holds the global's lock, or is a session handler. No function sleeps or allocates; nodes are preallocated
 * by the runtime from the script's stp_map_desc table, whose node_size is NAME_NODE_SIZE.
 */
