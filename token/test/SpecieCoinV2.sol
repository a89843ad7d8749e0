// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SpecieCoin} from "../contracts/SpecieCoin.sol";

/// @dev A possible next version: one variable more, appended.
contract SpecieCoinV2 is SpecieCoin {
    string public motto;

    function setMotto(string calldata words) external onlyRole(DEFAULT_ADMIN_ROLE) {
        motto = words;
    }
}
